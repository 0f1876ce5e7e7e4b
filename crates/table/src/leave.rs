//! An end before its time: to resign, to offer an end, to accept one. Rules of the table, in every game; how an end is
//! scored is the game's own affair.

use crate::{
    Choice, Dice, Done, Effect, Event, EventKind, Listener, Look, Need, Quit, Referee, Refusal, Refusals,
    Say, Side, rule,
};

/// What a side may say to end the game before its time. Each game has its own words for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Gives the game up.
    Resign,
    /// Offers the other side an end.
    OfferEnd,
    /// Takes the other side's offer.
    AcceptEnd,
}

/// Why a game ends before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// This side has resigned.
    Resigned(Side),
    /// Both sides have agreed.
    Agreed,
}

impl Leave {
    const ALL: [Leave; 3] = [Leave::OfferEnd, Leave::AcceptEnd, Leave::Resign];

    /// What may be said, also by a side from which no decision is due.
    pub fn choices<G: Referee>(look: Look<'_, G>) -> Vec<Choice<G::Command>> {
        let choice = |leave: Leave| {
            let (label, rule, quit) = match leave {
                Leave::Resign => ("Resign", rule::RESIGN, Quit::GiveUp),
                Leave::OfferEnd => ("Offer to end the game", rule::OFFER_END, Quit::Offer),
                Leave::AcceptEnd => ("Accept the end", rule::ACCEPT_END, Quit::Answer),
            };
            Choice { quit: Some(quit), ..Choice::new(label, rule, Say::Command(leave.into())) }
        };
        let allowed = |leave: &Leave| G::judge(look, &(*leave).into()).is_ok();
        Leave::ALL.into_iter().filter(allowed).map(choice).collect()
    }

    /// Whether it may be said.
    pub fn judge<G: Referee>(self, look: Look<'_, G>) -> Result<Leave, Refusals> {
        let no = |rule, says| Err(Refusal::new(rule, says).into());
        if G::to_act(look.rules, look.state).is_empty() {
            return no(self.rule(), "the game is over");
        }
        match (self, G::offer(look.state)) {
            (Leave::OfferEnd, Some(_)) => no(rule::OFFER_END, "an offer to end the game stands already"),
            (Leave::AcceptEnd, offer) if offer != Some(look.side.enemy()) => {
                no(rule::ACCEPT_END, "the other side has offered no end")
            }
            _ => Ok(self),
        }
    }

    /// What comes of it.
    pub fn apply<G: Referee>(
        self,
        effect: &mut Effect<'_, G, impl Dice, impl Listener>,
        side: Side,
    ) -> Result<Done, Need> {
        let rules = effect.rules;
        effect.events.tell(|| {
            let does = match self {
                Leave::Resign => "resigns",
                Leave::OfferEnd => "offers to end the game",
                Leave::AcceptEnd => "accepts the end of the game",
            };
            Event::new(EventKind::Decision, self.rule(), format!("{} {does}", G::side_name(rules, side)))
                .of(side)
        });
        match self {
            Leave::Resign => G::end_early(effect, EarlyEnd::Resigned(side)),
            Leave::OfferEnd => {
                G::set_offer(effect.state, Some(side));
                Ok(Done::default())
            }
            Leave::AcceptEnd => {
                G::set_offer(effect.state, None);
                G::end_early(effect, EarlyEnd::Agreed)
            }
        }
    }

    /// Whoever says something else has declined the other side's offer, in games where it stands no longer.
    #[inline]
    pub fn decline<G: Referee>(state: &mut G::State, side: Side) {
        if G::offer(state) == Some(side.enemy()) {
            G::set_offer(state, None);
        }
    }

    fn rule(self) -> crate::RuleId {
        match self {
            Leave::Resign => rule::RESIGN,
            Leave::OfferEnd => rule::OFFER_END,
            Leave::AcceptEnd => rule::ACCEPT_END,
        }
    }
}

/// Says in which words of its own a game's commands leave it: those to resign, to offer an end, to accept one.
#[macro_export]
macro_rules! leave_by {
    ($command:ident: $resign:ident, $offer:ident, $accept:ident) => {
        impl From<$crate::Leave> for $command {
            fn from(leave: $crate::Leave) -> $command {
                match leave {
                    $crate::Leave::Resign => $command::$resign,
                    $crate::Leave::OfferEnd => $command::$offer,
                    $crate::Leave::AcceptEnd => $command::$accept,
                }
            }
        }
    };
}
