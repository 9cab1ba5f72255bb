import { describe, expect, it } from "vitest";
import { djangoCommand } from "../../../src/checks/runners/unittest.ts";
import { HAS_DJANGO } from "../../support/django.ts";
import { py } from "../../support/python.ts";
import { createProject, outline } from "./project.ts";

describe.skipIf(!HAS_DJANGO)("Django's tests", () => {
  const FILES = {
    "manage.py": py`
      import os, sys

      os.environ.setdefault("DJANGO_SETTINGS_MODULE", "own_settings")
      from django.core.management import execute_from_command_line

      execute_from_command_line(sys.argv)
    `,
    "own_settings.py": py`
      SECRET_KEY = "x"
      INSTALLED_APPS = ["django.contrib.contenttypes"]
      DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
      USE_TZ = True
    `,
    "shop/__init__.py": "",
    "shop/tests.py": py`
      from django.contrib.contenttypes.models import ContentType
      from django.test import TestCase


      class KindTest(TestCase):
          @classmethod
          def setUpTestData(cls):
              ContentType.objects.create(app_label="shop", model="item")

          def test_counts(self):
              self.assertEqual(ContentType.objects.filter(app_label="shop").count(), 1)

          def test_fails(self):
              self.assertEqual(ContentType.objects.filter(app_label="shop").count(), 2)
    `,
    "shop/test_more.py": py`
      from django.test import SimpleTestCase


      class Broken(SimpleTestCase):
          def _pre_setup(self):
              raise ValueError("before")

          def test_a(self):
              pass
    `,
  };

  it.each([["manage.py"], ["django"]])("are told as unittest's are, started by %s", async (program) => {
    const project = createProject("django", FILES, []);
    const env = program === "django" ? { DJANGO_SETTINGS_MODULE: "own_settings" } : {};
    const unit = project.unit({ stack: "python", args: [program, "--failfast", "--parallel=2"], env });
    const request = project.request({ unit });
    const whole = await project.run(djangoCommand(request));
    expect([whole.report.complete, outline(whole.report)]).toEqual([
      true,
      [
        "shop/test_more.py::Broken > test_a | failed | error | ValueError",
        "shop/tests.py::KindTest > test_counts | passed",
        "shop/tests.py::KindTest > test_fails | failed | assertion | AssertionError",
      ],
    ]);
    const narrowed = await project.run(
      djangoCommand({ ...request, files: ["shop/tests.py"], nameFilter: "test_counts or nothing" }),
    );
    expect(outline(narrowed.report)).toEqual(["shop/tests.py::KindTest > test_counts | passed"]);
    project.remove();
  });
});
