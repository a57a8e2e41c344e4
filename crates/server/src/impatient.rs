//! A connection that is closed if the client does not read.
//!
//! An answer stays in memory until it is sent. A client that does not read would keep it there, and the connection too.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The time limit in which part of an answer must be read.
const READING_TIMEOUT: Duration = Duration::from_secs(30);

/// A stream whose writes fail if nothing has been read for a while.
pub struct Impatient<S> {
    stream: S,
    /// Runs while a write waits.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S> Impatient<S> {
    /// Wraps a stream.
    pub fn new(stream: S) -> Impatient<S> {
        Impatient { stream, stuck: None }
    }

    /// The result of a write, unless it has waited too long.
    fn watch<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(READING_TIMEOUT)));
        ready!(stuck.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(context, ended)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn writes_fail_if_nobody_reads() {
        let (near, _far) = duplex(16);
        let error = Impatient::new(near).write_all(&[0; 100]).await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn slow_readers_are_waited_for() {
        let (near, mut far) = duplex(16);
        let writer = tokio::spawn(async move { Impatient::new(near).write_all(&[7; 100]).await });
        let mut received = Vec::new();
        while received.len() < 100 {
            sleep(READING_TIMEOUT / 2).await;
            let mut piece = [0; 10];
            far.read_exact(&mut piece).await.expect("more comes");
            received.extend_from_slice(&piece);
        }
        assert!(writer.await.expect("no panic").is_ok());
        assert_eq!(received, [7; 100]);
    }
}
