
#[doc(hidden)]
#[allow(warnings)]
mod baton_variant_MARK {
    //! What changed functions answer comes through here: where it is a test that gets it and does not drop it, another answer of the same kind.
    extern crate std;
    use self::std::borrow::{Cow, ToOwned};
    use self::std::boxed::Box;
    use self::std::cell::Cell;
    use self::std::collections::{BTreeMap, HashMap, VecDeque};
    use self::std::marker::PhantomData;
    use self::std::option::Option::{self, Some};
    use self::std::ops::Drop;
    use self::std::panic::Location;
    use self::std::result::Result::{self, Ok};
    use self::std::string::String;
    use self::std::vec::Vec;

    /// Files of tests with the lines of tests in them.
    const TESTS: &'static [(&'static str, &'static [(u32, u32)])] = &[TESTS_LIST];
    /// Path, line and function of statements that are nothing but the call.
    const DROPPED: &'static [(&'static str, u32, &'static str)] = &[DROPPED_LIST];

    self::std::thread_local!(static DEPTH: Cell<u32> = Cell::new(0));

    /// A call of a changed function. What it asks of others meanwhile is its own.
    pub struct Turn {
        is_asked: bool,
        told: &'static str,
    }

    /// Where it is called from is where the function around is called from: both are told by the compiler.
    #[track_caller]
    pub fn enter(told: &'static str, function: &str) -> Turn {
        let at = Location::caller();
        let depth = DEPTH.try_with(|depth| {
            depth.set(depth.get() + 1);
            depth.get()
        });
        let file = at.file().replace('\\', "/");
        let is_in = |path: &str| is_end(path, &file) || is_end(&file, path);
        let is_test = TESTS.iter().any(|(path, lines)| {
            is_in(path) && lines.iter().any(|(first, last)| *first <= at.line() && at.line() <= *last)
        });
        let is_dropped = DROPPED
            .iter()
            .any(|(path, line, name)| is_in(path) && *line == at.line() && *name == function);
        Turn { is_asked: depth == Ok(1) && is_test && !is_dropped, told }
    }

    fn is_end(path: &str, end: &str) -> bool {
        path.ends_with(end) && (path.len() == end.len() || path[..path.len() - end.len()].ends_with('/'))
    }

    impl Drop for Turn {
        fn drop(&mut self) {
            // A thread that ends has none of its own any more.
            let _ = DEPTH.try_with(|depth| depth.set(depth.get() - 1));
        }
    }

    /// Becomes another value of its kind; counts what data it has.
    pub trait Other {
        fn other(&mut self, leaves: &mut u32);
    }

    /// The nearer of two methods is taken where its trait holds: what holds no data is handed on as it is.
    pub struct Kind<T>(PhantomData<T>);
    pub fn kind<T>(_: &T) -> Kind<T> {
        Kind(PhantomData)
    }
    pub trait Data<T> {
        fn other(&self, value: &mut T, leaves: &mut u32);
        fn vary(&self, value: &mut T, turn: &Turn) {
            let mut leaves = 0;
            if turn.is_asked {
                self.other(value, &mut leaves);
            }
            if LOUD && leaves > 0 {
                self::std::panic!("baton: {} answers otherwise", turn.told);
            }
        }
    }
    impl<T: Other> Data<T> for &Kind<T> {
        fn other(&self, value: &mut T, leaves: &mut u32) {
            value.other(leaves)
        }
    }
    pub trait NoData<T> {
        fn other(&self, _value: &mut T, _leaves: &mut u32) {}
        fn vary(&self, _value: &mut T, _turn: &Turn) {}
    }
    impl<T> NoData<T> for Kind<T> {}

    macro_rules! leaves {
        ($($kind:ty: $value:ident => $other:expr),+ $(,)*) => {
            $(impl Other for $kind {
                fn other(&mut self, leaves: &mut u32) {
                    *leaves += 1;
                    let $value = &*self;
                    *self = $other;
                }
            })+
        };
    }
    macro_rules! counts {
        ($($kind:ident)+) => { leaves!($($kind: one => one.wrapping_mul(2).wrapping_add(1)),+); };
    }
    macro_rules! numbers {
        ($($kind:ident)+) => { leaves!($($kind: one => one.wrapping_mul(2).wrapping_add(if *one < 0 { -1 } else { 1 })),+); };
    }
    counts!(u8 u16 u32 u64 u128 usize);
    numbers!(i8 i16 i32 i64 i128 isize);
    leaves!(
        bool: one => !*one,
        f32: one => if one.is_nan() { 0.0 } else { *one * 2.0 + 1f32.copysign(*one) },
        f64: one => if one.is_nan() { 0.0 } else { *one * 2.0 + 1f64.copysign(*one) },
        char: one => if *one == '~' { '_' } else { '~' },
        String: one => turned(one),
        self::std::path::PathBuf: one => self::std::convert::From::from(turned(&one.to_string_lossy())),
        self::std::time::Duration: one => *one + self::std::time::Duration::from_secs(7),
        self::std::cmp::Ordering: one => if *one == self::std::cmp::Ordering::Less { self::std::cmp::Ordering::Greater } else { self::std::cmp::Ordering::Less },
    );
    fn turned(text: &str) -> String {
        text.chars().rev().chain(self::std::iter::once('~')).collect()
    }

    impl<'a> Other for &'a str {
        fn other(&mut self, leaves: &mut u32) {
            *leaves += 1;
            *self = Box::leak(turned(*self).into_boxed_str());
        }
    }
    impl<'a> Other for Cow<'a, str> {
        fn other(&mut self, leaves: &mut u32) {
            *leaves += 1;
            *self = Cow::Owned(turned(self));
        }
    }
    impl<T: Other> Other for Option<T> {
        fn other(&mut self, leaves: &mut u32) {
            if let Some(one) = self {
                one.other(leaves)
            }
        }
    }
    /// Beside an error nobody looks at what else is answered.
    impl<T: Other, E> Other for Result<T, E> {
        fn other(&mut self, leaves: &mut u32) {
            if let Ok(one) = self {
                one.other(leaves)
            }
        }
    }
    impl<T: Other> Other for Box<T> {
        fn other(&mut self, leaves: &mut u32) {
            (**self).other(leaves)
        }
    }
    impl<T: Other> Other for [T] {
        fn other(&mut self, leaves: &mut u32) {
            for one in self.iter_mut() {
                one.other(leaves)
            }
        }
    }
    impl<T: Other> Other for Vec<T> {
        fn other(&mut self, leaves: &mut u32) {
            self[..].other(leaves)
        }
    }
    impl<T: Other> Other for VecDeque<T> {
        fn other(&mut self, leaves: &mut u32) {
            for one in self.iter_mut() {
                one.other(leaves)
            }
        }
    }
    impl<K, V: Other, S> Other for HashMap<K, V, S> {
        fn other(&mut self, leaves: &mut u32) {
            for (_, one) in self.iter_mut() {
                one.other(leaves)
            }
        }
    }
    impl<K, V: Other> Other for BTreeMap<K, V> {
        fn other(&mut self, leaves: &mut u32) {
            for (_, one) in self.iter_mut() {
                one.other(leaves)
            }
        }
    }
    /// The slice of an array, whatever its length.
    macro_rules! arrays {
        ($($length:literal)+) => {
            $(impl<T: Other> Other for [T; $length] {
                fn other(&mut self, leaves: &mut u32) {
                    self[..].other(leaves)
                }
            })+
        };
    }
    arrays!(1 2 3 4 5 6 7 8 16 32);
    macro_rules! tuples {
        ($($(($part:ident $at:tt))+;)+) => {
            $(impl<$($part),+> Other for ($($part,)+)
            where
                $($part: Other),+
            {
                fn other(&mut self, leaves: &mut u32) {
                    $(self.$at.other(leaves);)+
                }
            })+
        };
    }
    tuples!((A 0); (A 0)(B 1); (A 0)(B 1)(C 2); (A 0)(B 1)(C 2)(D 3); (A 0)(B 1)(C 2)(D 3)(E 4););

    OWN_KINDS
}
