; A ferry carries one car at a time.
(define (domain ferry)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types car shore)
  (:predicates (at ?c - car ?s - shore) (at-ferry ?s - shore) (empty) (aboard ?c - car))
  (:action sail
    :parameters (?from ?to - shore)
    :precondition (and (not (= ?from ?to)) (at-ferry ?from))
    :effect (and (at-ferry ?to) (not (at-ferry ?from))))
  (:action board
    :parameters (?c - car ?s - shore)
    :precondition (and (at ?c ?s) (at-ferry ?s) (empty))
    :effect (and (aboard ?c) (not (at ?c ?s)) (not (empty))))
  (:action debark
    :parameters (?c - car ?s - shore)
    :precondition (and (aboard ?c) (at-ferry ?s) (not (empty)))
    :effect (and (at ?c ?s) (empty) (not (aboard ?c)))))

(define (problem four-cars)
  (:domain ferry)
  (:objects red blue green grey - car east west island - shore)
  (:init (at red east) (at blue east) (at green west) (at grey island) (at-ferry island) (empty))
  (:goal (and (at red west) (at blue island) (at green east) (at grey west))))
