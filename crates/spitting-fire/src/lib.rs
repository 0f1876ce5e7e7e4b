//! *Spitting Fire* (Majestic Twelve Games, 2006): flights of fighters, secret manoeuvre markers and a deck of cards, on
//! hexes or on an open table.
//!
//! A module for each section of the rules digest, in its order and in its words; what may be said, why not, and what comes
//! of it stand together:
//!
//! | section | module |
//! | --- | --- |
//! | 1, 2 Components, geometry | [`field`], [`tables`] |
//! | 3 The aircraft card | [`card`] |
//! | 4, 5 Flight groups, choosing forces | [`forces`] |
//! | 6 Set-up | [`placement`] |
//! | 7 Turn sequence | [`sequence`], [`plotting`], [`activation`] |
//! | 8 Movement | [`movement`] |
//! | 9 Combat | [`combat`] |
//! | 10 Losses, victory points, end of game | [`losses`], [`victory`] |
//! | 11 Optional rules | [`options`]; each stands where it changes something |
//! | 13 Decision points | [`command`], `menu` |
//! | 14 State | [`state`], [`scenario`], [`setup`] |

pub mod activation;
pub mod card;
mod cards;
mod check;
pub mod combat;
pub mod command;
pub mod data;
pub mod field;
pub mod forces;
pub mod losses;
mod menu;
pub mod movement;
mod odds;
pub mod options;
mod outlook;
mod pilot;
pub mod placement;
mod plans;
pub mod plotting;
pub mod rule;
pub mod rules;
mod sample;
pub mod scenario;
pub mod sequence;
pub mod setup;
pub mod state;
pub mod tables;
pub mod victory;
mod view;
mod words;

/// The game.
#[derive(Clone, Copy, Debug)]
pub enum SpittingFire {}

pub(crate) type Look<'a> = table::Look<'a, SpittingFire>;
pub(crate) type Effect<'a, D, L> = table::Effect<'a, SpittingFire, D, L>;
