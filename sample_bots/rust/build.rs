//! Makes the protocol's code from `protos/`, at every build that finds it changed.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = "protos/tractor/v1/bot.proto";
    println!("cargo::rerun-if-changed={file}");
    tonic_prost_build::configure().build_server(false).compile_fds(protox::compile([file], ["protos"])?)?;
    Ok(())
}
