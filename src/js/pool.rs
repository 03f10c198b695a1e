//! Small pieces of memory, kept by their size: most texts and lists of a call are made anew and dropped, and the allocator of the library takes
//! five times as long for it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

/// Sizes differ by so many bytes.
const STEP: usize = 16;
/// Larger pieces are the library's.
const MOST: usize = 512;

/// The piece of each size that was given back last; it holds the one before it.
struct Pool([Cell<*mut u8>; MOST / STEP]);

#[global_allocator]
static POOL: Pool = Pool([const { Cell::new(null_mut()) }; MOST / STEP]);

// SAFETY: this wasm has one thread.
unsafe impl Sync for Pool {}

impl Pool {
    /// The pieces of a size, and how large each is.
    fn find_pieces(&self, layout: Layout) -> Option<(&Cell<*mut u8>, usize)> {
        let at = layout.size().wrapping_sub(1) / STEP;
        let pieces = self.0.get(at).filter(|_| layout.align() <= STEP)?;
        Some((pieces, (at + 1) * STEP))
    }
}

// SAFETY: a piece is in use, or is kept by the size with which the library gave it.
unsafe impl GlobalAlloc for Pool {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((pieces, size)) = self.find_pieces(layout) else { return unsafe { System.alloc(layout) } };
        let piece = pieces.get();
        if piece.is_null() {
            return unsafe { System.alloc(Layout::from_size_align_unchecked(size, STEP)) };
        }
        pieces.set(unsafe { piece.cast::<*mut u8>().read() });
        piece
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        let Some((pieces, _)) = self.find_pieces(layout) else { return unsafe { System.dealloc(piece, layout) } };
        unsafe { piece.cast::<*mut u8>().write(pieces.get()) };
        pieces.set(piece);
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.size() > MOST && size > MOST {
            return unsafe { System.realloc(piece, layout, size) };
        }
        let new = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !new.is_null() {
            unsafe {
                new.copy_from_nonoverlapping(piece, layout.size().min(size));
                self.dealloc(piece, layout);
            }
        }
        new
    }
}
