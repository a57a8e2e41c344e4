; Discs and pegs are both things that a disc can lie on.
(define (domain hanoi)
  (:requirements :strips)
  (:predicates (clear ?x) (on ?x ?y) (smaller ?x ?y))
  (:action move
    :parameters (?disc ?from ?to)
    :precondition (and (smaller ?disc ?to) (on ?disc ?from) (clear ?disc) (clear ?to))
    :effect (and (clear ?from) (on ?disc ?to) (not (on ?disc ?from)) (not (clear ?to)))))

(define (problem five-discs)
  (:domain hanoi)
  (:objects peg1 peg2 peg3 d1 d2 d3 d4 d5)
  (:init (smaller d1 peg1) (smaller d2 peg1) (smaller d3 peg1) (smaller d4 peg1) (smaller d5 peg1)
    (smaller d1 peg2) (smaller d2 peg2) (smaller d3 peg2) (smaller d4 peg2) (smaller d5 peg2)
    (smaller d1 peg3) (smaller d2 peg3) (smaller d3 peg3) (smaller d4 peg3) (smaller d5 peg3)
    (smaller d1 d2) (smaller d1 d3) (smaller d1 d4) (smaller d1 d5) (smaller d2 d3) (smaller d2 d4) (smaller d2 d5)
    (smaller d3 d4) (smaller d3 d5) (smaller d4 d5)
    (clear peg2) (clear peg3) (clear d1) (on d5 peg1) (on d4 d5) (on d3 d4) (on d2 d3) (on d1 d2))
  (:goal (and (on d5 peg3) (on d4 d5) (on d3 d4) (on d2 d3) (on d1 d2))))
