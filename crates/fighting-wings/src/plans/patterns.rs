//! Where the short list puts VFPs: early, late and evenly.

use crate::command::Mode;
use crate::course::{Kind, MOST_FPS};
use crate::craft::{Craft, per_hex};
use arrayvec::ArrayVec;

/// The kinds of the FPs of a move.
pub(crate) type Kinds = ArrayVec<Kind, MOST_FPS>;

/// The patterns for so many climbing and diving VFPs; those that break `13.a` are left out.
pub(crate) fn of(craft: &Craft<'_>, (up, down): (u8, u8)) -> Vec<Kinds> {
    let fps = usize::from(craft.fps);
    let mut list: Vec<Kinds> = Vec::new();
    if craft.mode == Mode::Wingover {
        let half = fps / 2;
        for (climb, dive) in
            [(0, half), (0, fps - 1), (half.saturating_sub(1), half), (half.saturating_sub(1), fps - 1)]
        {
            list.push(
                (0..fps)
                    .map(|n| {
                        if n == climb {
                            Kind::U
                        } else if n == dive {
                            Kind::D
                        } else {
                            Kind::H
                        }
                    })
                    .collect(),
            );
        }
    } else {
        let up_first = craft.entry.is_none_or(|entry| entry.up_first);
        let vfps = usize::from(up + down);
        let kind = |nth: usize| {
            let first = usize::from(if up_first { up } else { down });
            if (nth < first) == up_first { Kind::U } else { Kind::D }
        };
        let placed = |places: &[usize]| -> Kinds {
            (0..fps).map(|n| places.iter().position(|place| *place == n).map_or(Kind::H, kind)).collect()
        };
        let (limit, _) = per_hex(up + down, craft.fps - up - down);
        let early = early(fps, vfps, limit);
        let late: Vec<usize> = early.iter().rev().map(|n| fps - 1 - n).collect();
        let even: Vec<usize> = (1..=vfps).map(|j| (2 * j - 1) * fps / (2 * vfps.max(1))).collect();
        list.extend([placed(&early), placed(&late), placed(&even)]);
        if up > 0 && down > 0 {
            let first = usize::from(if up_first { up } else { down });
            let split: Vec<usize> = (0..vfps)
                .map(|n| if n < first { 2 * n } else { (fps + 1).saturating_sub(2 * (vfps - n)) })
                .collect();
            list.push(placed(&split));
        }
    }
    list.retain(|kinds| fits(kinds, (up, down)));
    let mut seen: Vec<Kinds> = Vec::new();
    list.retain(|kinds| {
        !seen.contains(kinds) && {
            seen.push(kinds.clone());
            true
        }
    });
    list
}

/// From the first FP on, as soon as `13.a` allows.
fn early(fps: usize, vfps: usize, limit: u8) -> Vec<usize> {
    let (mut places, mut in_hex) = (Vec::new(), 0);
    for n in 0..fps {
        if places.len() < vfps && in_hex < limit {
            places.push(n);
            in_hex += 1;
        } else {
            in_hex = 0;
        }
    }
    places
}

fn fits(kinds: &Kinds, (up, down): (u8, u8)) -> bool {
    let count = |kind: Kind| kinds.iter().filter(|k| **k == kind).count();
    let (limit, _) = per_hex(up + down, kinds.len() as u8 - up - down);
    let mut in_hex = 0;
    let roomy = kinds.iter().all(|kind| {
        in_hex = if *kind == Kind::H { 0 } else { in_hex + 1 };
        in_hex <= limit
    });
    roomy && count(Kind::U) == usize::from(up) && count(Kind::D) == usize::from(down)
}
