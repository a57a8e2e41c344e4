; Wolf, goat, cabbage: what may not be left alone is an axiom.
(define (domain river)
  (:requirements :typing :negative-preconditions :derived-predicates :disjunctive-preconditions :equality)
  (:types bank item)
  (:constants wolf goat cabbage - item)
  (:predicates (at ?i - item ?b - bank) (boat ?b - bank) (trouble ?b - bank))
  (:derived (trouble ?b - bank)
    (and (not (boat ?b)) (at goat ?b) (or (at wolf ?b) (at cabbage ?b))))
  (:action row
    :parameters (?from ?to - bank)
    :precondition (and (boat ?from) (not (= ?from ?to)) (not (trouble ?to)))
    :effect (and (boat ?to) (not (boat ?from))))
  (:action take
    :parameters (?i - item ?from ?to - bank)
    :precondition (and (boat ?from) (at ?i ?from) (not (= ?from ?to)) (not (trouble ?to)))
    :effect (and (boat ?to) (not (boat ?from)) (at ?i ?to) (not (at ?i ?from)))))

(define (problem cross)
  (:domain river)
  (:objects left right - bank)
  (:init (boat left) (at wolf left) (at goat left) (at cabbage left))
  (:goal (and (at wolf right) (at goat right) (at cabbage right) (not (trouble left)))))
