//! Patches: what turns one view into the next.

use serde::Serialize;
use table::SmolStr;
use table::view::{Aircraft, At, Board, Energy, Gauge, Marker, Phase, PhaseStep, Pose, Score, Tag, View};
use table::{Outcome, PieceId, Side};
use ts_rs::TS;

/// What turns a view into the next. A field that is missing did not change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Patch {
    /// New title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub title: Option<SmolStr>,
    /// New map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub board: Option<Board>,
    /// What changed in the phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phase: Option<PhasePatch>,
    /// Aircraft that changed or are new.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AircraftPatch>>")]
    pub aircraft: Vec<AircraftPatch>,
    /// Aircraft no longer known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PieceId>>")]
    pub gone: Vec<PieceId>,
    /// Markers that came and went.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub markers: Option<MarkerPatch>,
    /// Who owes a decision now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to_act: Option<Vec<Side>>,
    /// New standings, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub score: Option<Vec<Score>>,
    /// New outcome; null after an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outcome: Option<Option<Outcome>>,
}

/// What changed in the phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct PhasePatch {
    /// Game turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turn: Option<u16>,
    /// Last turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turns: Option<Option<u16>>,
    /// Which step is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub step: Option<u8>,
    /// The steps of a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub steps: Option<Vec<PhaseStep>>,
}

/// What changed in the markers; compared by value, in no order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct MarkerPatch {
    /// No longer there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Marker>>")]
    pub gone: Vec<Marker>,
    /// New.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Marker>>")]
    pub new: Vec<Marker>,
}

/// What changed in one aircraft; all of it for one not known before.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AircraftPatch {
    /// Which one.
    pub id: PieceId,
    /// New name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<SmolStr>,
    /// New group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub group: Option<SmolStr>,
    /// New card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<SmolStr>,
    /// New side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<Side>,
    /// New role.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<SmolStr>,
    /// New pose; null when it left the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pose: Option<Option<Pose>>,
    /// New status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub status: Option<SmolStr>,
    /// Whether it is on the map now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub flying: Option<bool>,
    /// New gauges, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gauges: Option<Vec<Gauge>>,
    /// New tags, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tags: Option<Vec<Tag>>,
    /// New trail.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trail: Option<Vec<At>>,
    /// New energy; null when it has none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub energy: Option<Option<Energy>>,
}

/// What turns `old` into `new`.
pub fn patch(old: &View, new: &View) -> Patch {
    fn changed<T: PartialEq + Clone>(old: &T, new: &T) -> Option<T> {
        (old != new).then(|| new.clone())
    }
    let known = |id: PieceId, at: usize| find(&old.aircraft, id, at);
    let aircraft = new.aircraft.iter().enumerate();
    Patch {
        title: changed(&old.title, &new.title),
        board: changed(&old.board, &new.board),
        phase: phase_patch(&old.phase, &new.phase),
        aircraft: aircraft.filter_map(|(at, a)| aircraft_patch(known(a.id, at), a)).collect(),
        gone: old.aircraft.iter().enumerate().filter_map(|(at, a)| lost(&new.aircraft, a.id, at)).collect(),
        markers: marker_patch(&old.markers, &new.markers),
        to_act: changed(&old.to_act, &new.to_act),
        score: changed(&old.score, &new.score),
        outcome: changed(&old.outcome, &new.outcome),
    }
}

/// The aircraft with this id; `at` is where it most likely is.
fn find(all: &[Aircraft], id: PieceId, at: usize) -> Option<&Aircraft> {
    all.get(at).filter(|a| a.id == id).or_else(|| all.iter().find(|a| a.id == id))
}

fn lost(all: &[Aircraft], id: PieceId, at: usize) -> Option<PieceId> {
    find(all, id, at).is_none().then_some(id)
}

fn phase_patch(old: &Phase, new: &Phase) -> Option<PhasePatch> {
    (old != new).then(|| PhasePatch {
        turn: (old.turn != new.turn).then_some(new.turn),
        turns: (old.turns != new.turns).then_some(new.turns),
        step: (old.step != new.step).then_some(new.step),
        steps: (old.steps != new.steps).then(|| new.steps.clone()),
    })
}

fn aircraft_patch(old: Option<&Aircraft>, new: &Aircraft) -> Option<AircraftPatch> {
    if old == Some(new) {
        return None;
    }
    fn changed<T: PartialEq + Clone>(
        old: Option<&Aircraft>,
        new: &Aircraft,
        field: impl Fn(&Aircraft) -> &T,
    ) -> Option<T> {
        (old.map(&field) != Some(field(new))).then(|| field(new).clone())
    }
    Some(AircraftPatch {
        id: new.id,
        name: changed(old, new, |a| &a.name),
        group: changed(old, new, |a| &a.group),
        card: changed(old, new, |a| &a.card),
        side: changed(old, new, |a| &a.side),
        role: changed(old, new, |a| &a.role),
        pose: changed(old, new, |a| &a.pose),
        status: changed(old, new, |a| &a.status),
        flying: changed(old, new, |a| &a.flying),
        gauges: changed(old, new, |a| &a.gauges),
        tags: changed(old, new, |a| &a.tags),
        trail: changed(old, new, |a| &a.trail),
        energy: (old.and_then(|a| a.energy) != new.energy).then_some(new.energy),
    })
}

fn marker_patch(old: &[Marker], new: &[Marker]) -> Option<MarkerPatch> {
    if old == new {
        return None;
    }
    let mut gone = old.to_vec();
    let mut added = Vec::new();
    for marker in new {
        match gone.iter().position(|m| m == marker) {
            Some(at) => drop(gone.remove(at)),
            None => added.push(marker.clone()),
        }
    }
    (!gone.is_empty() || !added.is_empty()).then_some(MarkerPatch { gone, new: added })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::RuleId;
    use table::view::MarkerKind;

    fn marker(label: &str) -> Marker {
        let at = At::Hex { col: 1, row: 1 };
        Marker { kind: MarkerKind::Cloud, at, label: label.into(), side: None, rule: RuleId("g/r") }
    }

    #[test]
    fn equal_markers_are_counted_not_merged() {
        let (a, b) = (marker("a"), marker("b"));
        assert_eq!(marker_patch(&[a.clone(), b.clone()], &[b.clone(), a.clone()]), None);
        let one_less = marker_patch(&[a.clone(), a.clone(), b.clone()], &[a.clone(), b.clone()]);
        assert_eq!(one_less, Some(MarkerPatch { gone: vec![a.clone()], new: vec![] }));
        let one_more = marker_patch(std::slice::from_ref(&b), &[b.clone(), b.clone()]);
        assert_eq!(one_more, Some(MarkerPatch { gone: vec![], new: vec![b] }));
    }
}
