//! A bot for Tractor: `bot` plays what `decisions.rs` decides, `bot random` by chance, `bot sensible` with some sense.

mod bids;
mod cards;
mod connection;
mod decisions;
mod follows;
mod listed;
mod random;
mod reading;
mod sensible;
mod sides;
mod tricks;

/// The messages of `protos/tractor/v1/bot.proto`, made by `build.rs`.
#[allow(dead_code)] // A bot uses what it needs of them.
mod proto {
    tonic::include_proto!("tractor.v1");
}

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None => connection::play(decisions::MyBot),
        Some("random") => connection::play(random::Random),
        Some("sensible") => connection::play(sensible::Sensible),
        Some(other) => {
            eprintln!("there is no bot {other:?} here; say \"random\", \"sensible\" or nothing");
            ExitCode::FAILURE
        }
    }
}
