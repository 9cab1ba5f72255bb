import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

/** What differs between runners in a test of what users see. */
export interface ComponentDialect {
  /** The comment that asks for a document. */
  readonly environment: string;
  imports(names: string): string;
  readonly mock: string;
}

/** What users see: components, hooks, and the document without a library. */
export const componentCases = (t: ComponentDialect): HonestCase[] => [
  {
    name: "react-component",
    head: {
      "src/Counter.tsx": code`
        import { useState } from "react";

        export function Counter({ label, start = 0, onChange }: { label: string; start?: number; onChange?: (count: number) => void }) {
          const [count, setCount] = useState(start);
          const add = () => {
            setCount(count + 1);
            onChange?.(count + 1);
          };
          return (
            <section aria-label={label}>
              <output>{count}</output>
              {count > 9 ? <p role="alert">That is a lot</p> : null}
              <button onClick={add}>Add</button>
            </section>
          );
        }
      `,
      "src/Counter.test.tsx": code`
        ${t.environment}
        import { cleanup, fireEvent, render, screen } from "@testing-library/react";
        ${t.imports("afterEach, describe, expect, it")}
        import { Counter } from "./Counter";

        afterEach(cleanup);

        describe("<Counter />", () => {
          it("shows where it starts", () => {
            render(<Counter label="Apples" start={3} />);
            expect(screen.getByRole("status").textContent).toBe("3");
          });
          it("counts clicks", () => {
            const onChange = ${t.mock};
            render(<Counter label="Apples" onChange={onChange} />);
            fireEvent.click(screen.getByText("Add"));
            expect(screen.getByText("1")).toBeTruthy();
            expect(onChange).toHaveBeenCalledWith(1);
          });
          it("warns only of many", () => {
            render(<Counter label="Apples" start={9} />);
            expect(screen.queryByRole("alert")).toBeNull();
            fireEvent.click(screen.getByRole("button", { name: "Add" }));
            expect(screen.getByRole("alert").textContent).toMatch(/a lot/);
          });
        });
      `,
    },
  },
  {
    name: "react-hook-and-async-component",
    head: {
      "src/useUser.tsx": code`
        import { useEffect, useState } from "react";

        export type Load = () => Promise<{ name: string }>;
        export function useUser(load: Load) {
          const [user, setUser] = useState<{ name: string } | null>(null);
          const [error, setError] = useState<Error | null>(null);
          useEffect(() => {
            load().then(setUser, setError);
          }, [load]);
          return { user, error, loading: user === null && error === null };
        }
        export default function Profile({ load }: { load: Load }) {
          const { user, error, loading } = useUser(load);
          if (loading) return <p>Loading…</p>;
          return error ? <p role="alert">{error.message}</p> : <h1>{user?.name}</h1>;
        }
      `,
      "src/useUser.test.tsx": code`
        ${t.environment}
        import { cleanup, render, renderHook, screen, waitFor } from "@testing-library/react";
        ${t.imports("afterEach, expect, test")}
        import Profile, { useUser } from "./useUser";

        afterEach(() => cleanup());

        const load = async () => ({ name: "Ada" });

        test("loads the user", async () => {
          const { result } = renderHook(() => useUser(load));
          expect(result.current.loading).toBe(true);
          await waitFor(() => expect(result.current.user).toEqual({ name: "Ada" }));
        });
        test("shows the name in the end", async () => {
          render(<Profile load={load} />);
          expect(await screen.findByRole("heading")).toHaveProperty("textContent", "Ada");
        });
        test("shows what went wrong", async () => {
          const broken = () => Promise.reject(new Error("offline"));
          render(<Profile load={broken} />);
          expect((await screen.findByRole("alert")).textContent).toBe("offline");
        });
        test("is loading at first", () => {
          render(<Profile load={load} />);
          screen.getByText("Loading…");
        });
      `,
    },
  },
  {
    name: "component-snapshot",
    head: {
      "src/Badge.tsx": code`
        export const Badge = ({ count }: { count: number }) => <span className={count > 0 ? "on" : "off"}>{count}</span>;
      `,
      "src/Badge.test.tsx": code`
        ${t.environment}
        import { cleanup, render } from "@testing-library/react";
        ${t.imports("afterEach, expect, it")}
        import { Badge } from "./Badge";

        afterEach(cleanup);

        it("is on when there is something", () => {
          const { container } = render(<Badge count={2} />);
          expect(container.firstChild).toMatchInlineSnapshot(\`
            <span
              class="on"
            >
              2
            </span>
          \`);
        });
        it("is off for nothing", () => {
          const { container, rerender } = render(<Badge count={1} />);
          rerender(<Badge count={0} />);
          expect(container.querySelector(".on")).toBeNull();
          expect(container.innerHTML).toBe('<span class="off">0</span>');
        });
      `,
    },
  },
  {
    name: "document-without-library",
    head: {
      "src/tabs.js": code`
        export function mountTabs(root) {
          const buttons = [...root.querySelectorAll("[data-tab]")];
          const show = (name) => {
            for (const panel of root.querySelectorAll("[data-panel]")) panel.hidden = panel.dataset.panel !== name;
            for (const button of buttons) button.setAttribute("aria-selected", String(button.dataset.tab === name));
          };
          for (const button of buttons) button.addEventListener("click", () => show(button.dataset.tab));
          show(buttons[0].dataset.tab);
        }
      `,
      "test/tabs.test.js": code`
        ${t.environment}
        ${t.imports("beforeEach, expect, it")}
        import { mountTabs } from "../src/tabs";

        beforeEach(() => {
          document.body.innerHTML = \`
            <button data-tab="a">A</button><button data-tab="b">B</button>
            <div data-panel="a">a</div><div data-panel="b">b</div>\`;
          mountTabs(document.body);
        });

        it("shows the first panel", () => {
          expect(document.querySelector("[data-panel=a]").hidden).toBe(false);
          expect(document.querySelector("[data-panel=b]").hidden).toBe(true);
        });
        it("shows what is clicked", () => {
          document.querySelector("[data-tab=b]").click();
          expect(document.querySelector("[data-panel=b]").hidden).toBe(false);
          expect(document.querySelector("[aria-selected=true]").textContent).toBe("B");
        });
      `,
    },
  },
  {
    name: "wrapped-components",
    head: {
      "src/Theme.jsx": code`
        import { createContext, forwardRef, memo, useContext, useReducer } from "react";

        const Theme = createContext("light");
        export const useTheme = () => useContext(Theme);
        export const ThemeProvider = ({ theme, children }) => <Theme.Provider value={theme}>{children}</Theme.Provider>;
        export const Title = memo(function Title({ text }) {
          return <h2 className={useTheme()}>{text}</h2>;
        });
        export const Field = forwardRef(({ label, ...rest }, ref) => (
          <label>
            {label} <input ref={ref} {...rest} />
          </label>
        ));
        export function Toggle({ names = ["off", "on"] }) {
          const [isOn, flip] = useReducer((on) => !on, false);
          return <button onClick={flip} disabled={names.length < 2}>{isOn ? names[1] : names[0]}</button>;
        }
      `,
      "src/Theme.test.jsx": code`
        ${t.environment}
        import { createRef } from "react";
        import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
        ${t.imports("afterEach, describe, expect, it")}
        import { Field, ThemeProvider, Title, Toggle } from "./Theme";

        afterEach(cleanup);

        const renderDark = (children) => render(<ThemeProvider theme="dark">{children}</ThemeProvider>);

        describe("Title", () => {
          it("wears the theme", () => {
            renderDark(<Title text="Hello" />);
            expect(screen.getByText("Hello").className).toBe("dark");
          });
          it("is light without one", () => {
            const { getByRole } = render(<Title text="Hello" />);
            expect(getByRole("heading").getAttribute("class")).toBe("light");
          });
        });
        describe("Field", () => {
          it("hands its input out", () => {
            const ref = createRef();
            render(<Field label="Name" ref={ref} defaultValue="Ada" />);
            expect(ref.current).toBe(screen.getByLabelText("Name"));
            expect(ref.current.value).toBe("Ada");
          });
        });
        it("toggles", () => {
          const { container } = render(<Toggle />);
          fireEvent.click(within(container).getByText("off"));
          expect(screen.queryByText("off")).toBeNull();
          expect(screen.getAllByRole("button")).toHaveLength(1);
        });
        it("cannot toggle one name", () => {
          render(<Toggle names={["only"]} />);
          expect(screen.getByRole("button").disabled).toBe(true);
        });
      `,
    },
  },
];
