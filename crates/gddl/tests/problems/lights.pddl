; A lamp and its neighbours switch at once; conditional effects look at the state before.
(define (domain lights)
  (:requirements :conditional-effects :negative-preconditions :typing)
  (:types lamp)
  (:predicates (on ?l - lamp) (touches ?a ?b - lamp))
  (:action press
    :parameters (?l - lamp)
    :effect (forall (?n - lamp) (and
      (when (and (touches ?l ?n) (on ?n)) (not (on ?n)))
      (when (and (touches ?l ?n) (not (on ?n))) (on ?n))))))

(define (problem ring-of-eight)
  (:domain lights)
  (:objects l1 l2 l3 l4 l5 l6 l7 l8 - lamp)
  (:init (touches l1 l1) (touches l1 l2) (touches l1 l8) (touches l2 l2) (touches l2 l1) (touches l2 l3)
    (touches l3 l3) (touches l3 l2) (touches l3 l4) (touches l4 l4) (touches l4 l3) (touches l4 l5)
    (touches l5 l5) (touches l5 l4) (touches l5 l6) (touches l6 l6) (touches l6 l5) (touches l6 l7)
    (touches l7 l7) (touches l7 l6) (touches l7 l8) (touches l8 l8) (touches l8 l7) (touches l8 l1)
    (on l1) (on l4) (on l6))
  (:goal (forall (?l - lamp) (not (on ?l)))))
