import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Protocols, abstract classes, properties, descriptors, exceptions. */
export const cases: HonestCase[] = [
  {
    name: "a protocol with two implementations",
    head: {
      "storage.py": py`
        from typing import Protocol, runtime_checkable


        @runtime_checkable
        class Storage(Protocol):
            def put(self, key: str, value: str) -> None: ...

            def get(self, key: str) -> str: ...


        class Memory:
            def __init__(self):
                self._values = {}

            def put(self, key, value):
                self._values[key] = value

            def get(self, key):
                return self._values[key]


        class Prefixed:
            def __init__(self, inner: Storage, prefix: str):
                self.inner = inner
                self.prefix = prefix

            def put(self, key, value):
                self.inner.put(self.prefix + key, value)

            def get(self, key):
                return self.inner.get(self.prefix + key)
      `,
      "tests/test_storage.py": py`
        import pytest

        from storage import Memory, Prefixed, Storage


        @pytest.fixture(params=["memory", "prefixed"])
        def storage(request):
            memory = Memory()
            return memory if request.param == "memory" else Prefixed(memory, "app:")


        def test_gives_back_what_was_put(storage):
            storage.put("a", "1")
            assert storage.get("a") == "1"


        def test_missing_key(storage):
            with pytest.raises(KeyError):
                storage.get("nothing")


        def test_is_a_storage(storage):
            assert isinstance(storage, Storage)


        def test_prefix_is_applied():
            memory = Memory()
            Prefixed(memory, "app:").put("a", "1")
            assert memory.get("app:a") == "1"
      `,
    },
  },
  {
    name: "an abstract base class and its implementation",
    head: {
      "shapes.py": py`
        import abc
        import math


        class Shape(abc.ABC):
            @property
            @abc.abstractmethod
            def area(self):
                """In square metres."""

            def is_larger_than(self, other):
                return self.area > other.area


        class Square(Shape):
            def __init__(self, side):
                self.side = side

            @property
            def area(self):
                return self.side**2


        class Circle(Shape):
            def __init__(self, radius):
                self.radius = radius

            @property
            def area(self):
                return math.pi * self.radius**2
      `,
      "tests/test_shapes.py": py`
        import pytest

        from shapes import Circle, Shape, Square


        def test_shape_is_abstract():
            with pytest.raises(TypeError, match="abstract"):
                Shape()


        def test_areas():
            assert Square(3).area == 9
            assert Circle(1).area == pytest.approx(3.14159, rel=1e-5)


        def test_larger():
            assert Square(2).is_larger_than(Circle(1))
            assert not Square(1).is_larger_than(Circle(1))
      `,
    },
  },
  {
    name: "properties with a setter that refuses",
    head: {
      "thermostat.py": py`
        class Thermostat:
            LOWEST, HIGHEST = 5, 30

            def __init__(self, target=20):
                self.target = target

            @property
            def target(self):
                return self._target

            @target.setter
            def target(self, degrees):
                if not self.LOWEST <= degrees <= self.HIGHEST:
                    raise ValueError(f"{degrees} is not between {self.LOWEST} and {self.HIGHEST}")
                self._target = degrees
      `,
      "tests/test_thermostat.py": py`
        import pytest

        from thermostat import Thermostat


        def test_default():
            assert Thermostat().target == 20


        def test_can_be_set():
            thermostat = Thermostat()
            thermostat.target = 25
            assert thermostat.target == 25


        @pytest.mark.parametrize("degrees", [4, 31])
        def test_refuses_extremes(degrees):
            with pytest.raises(ValueError, match=f"{degrees} is not between 5 and 30"):
                Thermostat(degrees)
      `,
    },
  },
  {
    name: "alternative constructors",
    head: {
      "colour.py": py`
        class Colour:
            def __init__(self, red, green, blue):
                self.red, self.green, self.blue = red, green, blue

            @classmethod
            def from_hex(cls, text):
                digits = text.lstrip("#")
                if len(digits) != 6:
                    raise ValueError(f"not a colour: {text!r}")
                return cls(*(int(digits[at : at + 2], 16) for at in (0, 2, 4)))

            @staticmethod
            def mix(one, other):
                return Colour(*((a + b) // 2 for a, b in zip(one, other)))

            def __iter__(self):
                return iter((self.red, self.green, self.blue))

            def __repr__(self):
                return f"Colour({self.red}, {self.green}, {self.blue})"
      `,
      "tests/test_colour.py": py`
        import pytest

        from colour import Colour


        def test_from_hex():
            colour = Colour.from_hex("#ff8000")
            assert (colour.red, colour.green, colour.blue) == (255, 128, 0)


        def test_mix():
            assert list(Colour.mix(Colour(0, 0, 0), Colour(10, 20, 31))) == [5, 10, 15]


        def test_repr():
            assert repr(Colour(1, 2, 3)) == "Colour(1, 2, 3)"


        def test_short_text():
            with pytest.raises(ValueError, match="'#fff'"):
                Colour.from_hex("#fff")
      `,
    },
  },
  {
    name: "a descriptor",
    head: {
      "typed.py": py`
        class Typed:
            """An attribute that only takes values of one type."""

            def __init__(self, kind, default=None):
                self.kind = kind
                self.default = default

            def __set_name__(self, owner, name):
                self.name = "_" + name

            def __get__(self, instance, owner=None):
                if instance is None:
                    return self
                return getattr(instance, self.name, self.default)

            def __set__(self, instance, value):
                if not isinstance(value, self.kind):
                    raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}")
                setattr(instance, self.name, value)
      `,
      "tests/test_typed.py": py`
        import pytest

        from typed import Typed


        class Robot:
            name = Typed(str, default="R2")
            age = Typed(int)


        def test_default():
            assert Robot().name == "R2"


        def test_keeps_values_by_instance():
            one, other = Robot(), Robot()
            one.age = 3
            assert one.age == 3
            assert other.age is None


        def test_refuses_other_types():
            with pytest.raises(TypeError, match="age must be int"):
                Robot().age = "old"
      `,
    },
  },
  {
    name: "an exception with attributes and a cause",
    head: {
      "settings_error.py": py`
        class SettingsError(Exception):
            def __init__(self, key, reason):
                super().__init__(f"{key}: {reason}")
                self.key = key
                self.reason = reason


        def read_port(settings):
            try:
                port = int(settings["port"])
            except KeyError as error:
                raise SettingsError("port", "is missing") from error
            except ValueError as error:
                raise SettingsError("port", "is no number") from error
            if not 0 < port < 65536:
                raise SettingsError("port", "is out of range")
            return port
      `,
      "tests/test_settings_error.py": py`
        import pytest

        from settings_error import SettingsError, read_port


        def test_reads():
            assert read_port({"port": "8080"}) == 8080


        def test_missing():
            with pytest.raises(SettingsError) as caught:
                read_port({})
            assert caught.value.key == "port"
            assert isinstance(caught.value.__cause__, KeyError)


        @pytest.mark.parametrize(("text", "reason"), [("x", "no number"), ("0", "out of range")])
        def test_reasons(text, reason):
            with pytest.raises(SettingsError, match=f"port: is {reason}"):
                read_port({"port": text})
      `,
    },
  },
];
