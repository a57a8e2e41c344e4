; The sliding puzzle on a board of 3 by 2: any tile next to the blank moves into it.
(define (domain tiles)
  (:requirements :strips :typing :existential-preconditions :conditional-effects)
  (:types cell tile)
  (:predicates (at ?t - tile ?c - cell) (blank ?c - cell) (adjacent ?a ?b - cell))
  (:action slide
    :parameters (?t - tile ?c - cell)
    :precondition (and (at ?t ?c) (exists (?b - cell) (and (blank ?b) (adjacent ?c ?b))))
    :effect (and (not (at ?t ?c)) (blank ?c)
      (forall (?b - cell) (when (blank ?b) (and (not (blank ?b)) (at ?t ?b)))))))

(define (problem six)
  (:domain tiles)
  (:objects a1 a2 a3 b1 b2 b3 - cell t1 t2 t3 t4 t5 - tile)
  (:init (adjacent a1 a2) (adjacent a2 a1) (adjacent a2 a3) (adjacent a3 a2) (adjacent b1 b2) (adjacent b2 b1)
    (adjacent b2 b3) (adjacent b3 b2) (adjacent a1 b1) (adjacent b1 a1) (adjacent a2 b2) (adjacent b2 a2)
    (adjacent a3 b3) (adjacent b3 a3)
    (at t4 a1) (at t5 a2) (blank a3) (at t1 b1) (at t2 b2) (at t3 b3))
  (:goal (and (at t1 a1) (at t2 a2) (at t3 a3) (at t4 b1) (at t5 b2))))
