//! Runs other programs, and shows as much of what they print as a reader needs.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};

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

/// Runs to the end and shows nothing; a failure is an error that names the command and holds all that it printed.
pub fn run(command: &mut Command) -> Result<()> {
    read(command).map(drop)
}

/// The same, and returns standard output.
pub fn read(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", line(command)))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        bail!("{} ended with {}\n{printed}{}", line(command), output.status, String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(printed.into_owned())
}

/// Runs to the end with the terminal's own output; a failure is an error that names the command.
pub fn show(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", line(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", line(command));
    }
    Ok(())
}

/// Runs to the end, shows each line as it comes and keeps them all. Only a program that cannot start is an error.
pub fn watch(command: &mut Command) -> Result<Finished> {
    lines(command, |line| Ok(std::io::stdout().write_all(line)?))
}

/// The same, and shows nothing.
pub fn collect(command: &mut Command) -> Result<Finished> {
    lines(command, |_| Ok(()))
}

/// Runs to the end behind one line: what it is for, and the latest line that it printed. All of them are shown when it fails.
pub fn progress(what: &str, command: &mut Command) -> Result<()> {
    println!("{what} …");
    let draw = |text: &str| -> Result<()> {
        let mut out = std::io::stdout();
        if out.is_terminal() {
            let text: String = text.chars().take(79).collect();
            write!(out, "\r\x1b[K{text}")?;
            out.flush()?;
        }
        Ok(())
    };
    let finished = lines(command, |line| draw(String::from_utf8_lossy(line).trim()))?;
    draw("")?;
    if !finished.success {
        bail!("{} failed\n{}", line(command), finished.text.trim_end());
    }
    Ok(())
}

fn lines(command: &mut Command, mut each: impl FnMut(&[u8]) -> Result<()>) -> Result<Finished> {
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot start {}", line(command)))?;
    // The command still holds the writing ends; the reader sees the end only when they are closed.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let (mut text, mut bytes) = (String::new(), Vec::new());
    let mut reader = BufReader::new(reader);
    while reader.read_until(b'\n', &mut bytes)? > 0 {
        each(&bytes)?;
        text.push_str(&String::from_utf8_lossy(&bytes));
        bytes.clear();
    }
    Ok(Finished { success: child.wait()?.success(), text })
}

/// The command as one would type it.
fn line(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy()];
    words.extend(command.get_args().map(OsStr::to_string_lossy));
    words.join(" ")
}
