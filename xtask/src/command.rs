//! Runs other programs, showing what they print.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

/// What a finished program left.
pub struct Finished {
    pub success: bool,
    /// Standard output and standard error in the order they came, line by line.
    pub text: String,
}

/// A program with its arguments, ready to be extended.
pub fn program<S: AsRef<OsStr>>(name: S, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs to the end with the terminal's own output; a failure is an error that names the command.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", line(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", line(command));
    }
    Ok(())
}

/// Runs to the end and returns standard output; a failure is an error that names the command and its complaint.
pub fn read(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", line(command)))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        bail!("{} ended with {}\n{}", line(command), output.status, complaint.trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs to the end, shows each line as it comes and keeps them all. Only a program that cannot start is an error.
pub fn watch(command: &mut Command) -> Result<Finished> {
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot start {}", line(command)))?;
    // The command still holds the writing ends; the reader sees the end only when they are closed.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let echo = thread::spawn(move || echo(reader));
    let status = child.wait()?;
    let text = echo.join().map_err(|_| anyhow::anyhow!("lost the output of a program"))??;
    Ok(Finished { success: status.success(), text })
}

fn echo(from: impl Read) -> Result<String> {
    let mut text = String::new();
    let mut bytes = Vec::new();
    let mut reader = BufReader::new(from);
    while reader.read_until(b'\n', &mut bytes)? > 0 {
        std::io::stdout().lock().write_all(&bytes)?;
        text.push_str(&String::from_utf8_lossy(&bytes));
        bytes.clear();
    }
    Ok(text)
}

/// The command as one would type it.
fn line(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy()];
    words.extend(command.get_args().map(OsStr::to_string_lossy));
    words.join(" ")
}
