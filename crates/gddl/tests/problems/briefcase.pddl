; Moving the case moves what is in it: a conditional effect for all things.
(define (domain briefcase)
  (:requirements :adl)
  (:types place thing)
  (:predicates (at ?x - thing ?p - place) (case-at ?p - place) (inside ?x - thing))
  (:action carry
    :parameters (?from ?to - place)
    :precondition (and (case-at ?from) (not (= ?from ?to)))
    :effect (and (case-at ?to) (not (case-at ?from))
      (forall (?x - thing) (when (inside ?x) (and (at ?x ?to) (not (at ?x ?from)))))))
  (:action put-in
    :parameters (?x - thing ?p - place)
    :precondition (and (at ?x ?p) (case-at ?p) (not (inside ?x)))
    :effect (inside ?x))
  (:action take-out
    :parameters (?x - thing)
    :precondition (inside ?x)
    :effect (not (inside ?x))))

(define (problem errands)
  (:domain briefcase)
  (:objects home office bank shop - place cheque ring book lunch - thing)
  (:init (case-at home) (at cheque home) (at ring shop) (at book office) (at lunch home) (inside lunch))
  (:goal (and (at cheque bank) (at ring home) (at book home) (at lunch office) (case-at home)
    (forall (?x - thing) (not (inside ?x))))))
