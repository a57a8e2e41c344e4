; Trucks within cities, a plane between them.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types vehicle package - thing truck plane - vehicle airport - place place city)
  (:predicates (at ?x - thing ?p - place) (in ?x - package ?v - vehicle) (in-city ?p - place ?c - city))
  (:action load
    :parameters (?x - package ?v - vehicle ?p - place)
    :precondition (and (at ?x ?p) (at ?v ?p))
    :effect (and (in ?x ?v) (not (at ?x ?p))))
  (:action unload
    :parameters (?x - package ?v - vehicle ?p - place)
    :precondition (and (in ?x ?v) (at ?v ?p))
    :effect (and (at ?x ?p) (not (in ?x ?v))))
  (:action drive
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c))
    :effect (and (at ?t ?to) (not (at ?t ?from))))
  (:action fly
    :parameters (?a - plane ?from ?to - airport)
    :precondition (at ?a ?from)
    :effect (and (at ?a ?to) (not (at ?a ?from)))))

(define (problem two-cities)
  (:domain logistics)
  (:objects north south - city
    north-port south-port - airport north-shop south-shop - place
    van lorry - truck bird - plane letter parcel - package)
  (:init (in-city north-port north) (in-city north-shop north) (in-city south-port south) (in-city south-shop south)
    (at van north-port) (at lorry south-shop) (at bird south-port)
    (at letter north-shop) (at parcel south-shop))
  (:goal (and (at letter south-shop) (at parcel north-shop))))
