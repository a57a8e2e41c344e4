; A robot with two grippers brings balls from one room to another.
(define (domain gripper)
  (:requirements :strips)
  (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robot ?r) (at ?b ?r) (free ?g) (carry ?b ?g))
  (:action move
    :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (at-robot ?from))
    :effect (and (at-robot ?to) (not (at-robot ?from))))
  (:action pick
    :parameters (?ball ?room ?gripper)
    :precondition (and (ball ?ball) (room ?room) (gripper ?gripper) (at ?ball ?room) (at-robot ?room) (free ?gripper))
    :effect (and (carry ?ball ?gripper) (not (at ?ball ?room)) (not (free ?gripper))))
  (:action drop
    :parameters (?ball ?room ?gripper)
    :precondition (and (ball ?ball) (room ?room) (gripper ?gripper) (carry ?ball ?gripper) (at-robot ?room))
    :effect (and (at ?ball ?room) (free ?gripper) (not (carry ?ball ?gripper)))))

(define (problem five-balls)
  (:domain gripper)
  (:objects here there ball1 ball2 ball3 ball4 ball5 left right)
  (:init (room here) (room there) (ball ball1) (ball ball2) (ball ball3) (ball ball4) (ball ball5)
    (gripper left) (gripper right) (at-robot here) (free left) (free right)
    (at ball1 here) (at ball2 here) (at ball3 here) (at ball4 here) (at ball5 there))
  (:goal (and (at ball1 there) (at ball2 there) (at ball3 there) (at ball4 there) (at ball5 there))))
