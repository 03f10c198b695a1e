//! Memory by size: a piece that is given back serves the next one of its size. That of the library is 4 KB of wasm, and does more
//! than the small pieces need that a call makes anew and drops.
//!
//! Sizes go in steps of 16 bytes, above 512 they double. Pieces are never joined: what each size took at its highest stays its own.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr::{null_mut, with_exposed_provenance_mut};

use core::arch::wasm32::{memory_grow, memory_size};

const STEP: usize = 16;
const SMALL: usize = 512;
const SMALL_SIZES: usize = SMALL / STEP;
/// 1,024 bytes to 2 GB.
const LARGE_SIZES: usize = 22;
const PAGE: usize = 65_536;

pub struct Pool {
    /// The piece of each size that was given back last; it holds the one before it.
    pieces: [Cell<*mut u8>; SMALL_SIZES + LARGE_SIZES],
    /// Memory that was never given.
    free: Cell<usize>,
    end: Cell<usize>,
}

#[global_allocator]
pub static POOL: Pool =
    Pool { pieces: [const { Cell::new(null_mut()) }; SMALL_SIZES + LARGE_SIZES], free: Cell::new(0), end: Cell::new(0) };

// SAFETY: this wasm has one thread.
unsafe impl Sync for Pool {}

/// The place of a size among the pieces, and how large they are.
struct SizeClass {
    index: usize,
    bytes: usize,
}

#[inline(always)]
fn find_size_class(bytes: usize) -> SizeClass {
    let last = bytes.saturating_sub(1);
    if bytes <= SMALL {
        return SizeClass { index: last / STEP, bytes: last / STEP * STEP + STEP };
    }
    let bits = (usize::BITS - last.leading_zeros()) as usize;
    SizeClass { index: SMALL_SIZES + bits - 10, bytes: 1 << bits }
}

impl Pool {
    /// Takes memory that was never given. It grows by a quarter at least: each time the host collects garbage, which takes the longer the
    /// more there is.
    #[inline(never)]
    fn take_unused_memory(&self, bytes: usize) -> *mut u8 {
        if self.end.get() - self.free.get() < bytes {
            let pages = memory_size(0);
            let more = bytes.div_ceil(PAGE).max(pages / 4);
            if memory_grow(0, more) == usize::MAX {
                return null_mut();
            }
            // What is left before it is part of it, unless somebody else has grown the memory.
            if self.end.get() != pages * PAGE {
                self.free.set(pages * PAGE);
            }
            self.end.set((pages + more) * PAGE);
        }
        let piece = self.free.get();
        self.free.set(piece + bytes);
        // Memory that the host gave is no allocation of Rust: a pointer without any provenance could not be read through.
        with_exposed_provenance_mut(piece)
    }
}

// SAFETY: a piece is in use, or is kept with those of its size. Each begins at a multiple of 16 bytes, and nothing here asks for more.
unsafe impl GlobalAlloc for Pool {
    #[inline(always)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let SizeClass { index, bytes } = find_size_class(layout.size());
        let Some(pieces) = self.pieces.get(index).filter(|_| layout.align() <= STEP) else { return null_mut() };
        let piece = pieces.get();
        if piece.is_null() {
            return self.take_unused_memory(bytes);
        }
        pieces.set(unsafe { piece.cast::<*mut u8>().read() });
        piece
    }

    #[inline(always)]
    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        if let Some(pieces) = self.pieces.get(find_size_class(layout.size()).index) {
            unsafe { piece.cast::<*mut u8>().write(pieces.get()) };
            pieces.set(piece);
        }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if find_size_class(size).index == find_size_class(layout.size()).index {
            return piece;
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
