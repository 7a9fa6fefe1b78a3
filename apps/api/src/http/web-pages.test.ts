import { describe, expect, it } from "vitest";
import { createPageMaker, type Pages } from "./web-pages.ts";

const index = '<html><head><title>Manilla</title></head><body><div id="root"></div></body></html>';
const page = (path: string, change: Partial<Pages["pages"][number]> = {}): Pages["pages"][number] => ({
  path,
  is_open: false,
  has_frame: true,
  scripts: [`assets${path.replaceAll(/[/:*?]/g, "-")}.js`],
  styles: [],
  asks: [],
  ...change,
});
const pageOf = createPageMaker(index, {
  pages: [
    page("/*", { is_open: true }),
    page("/login", { is_open: true, styles: ["assets/form.css"] }),
    page("/admin/users/:id"),
    page("/admin/users/fresh"),
    page("/register/:source?", { is_open: true }),
    page("/admin/loans", { asks: ["/api/admin/personal/loans?page=1&limit=20"] }),
    page("/", { has_frame: false }),
    page("/admin/new-docs", { asks: ["/api/admin/personal/documents/new?page=1 /admin/personal/documents/{queue}"] }),
  ],
  login: "<p>Sign in</p>",
  frame: "<p>Frame</p>",
});

describe("the page of the web application for an address", () => {
  it("names the files of the screen, and what it will ask, for somebody with a session", () => {
    const made = pageOf("/admin/loans", true);
    expect(made).toContain('<link rel="modulepreload" crossorigin href="/assets-admin-loans.js">');
    expect(made).toContain('<link rel="preload" as="fetch" crossorigin href="/api/session">');
    expect(made).toContain('href="/api/admin/personal/loans?page=1&amp;limit=20"');
    expect(made).toContain('<div id="root"><p>Frame</p></div>');
  });

  it("says of which call an address with parameters is", () => {
    expect(pageOf("/admin/new-docs", true)).toContain(
      'href="/api/admin/personal/documents/new?page=1" data-call="/admin/personal/documents/{queue}"',
    );
  });

  it("asks nothing ahead for an address that says itself what it wants", () => {
    const made = pageOf("/admin/loans?page=2", true);
    expect(made).toContain("/api/session");
    expect(made).not.toContain("/api/admin/personal/loans");
  });

  it("fetches nothing behind the door, and asks nothing, for somebody without a session", () => {
    const made = pageOf("/admin/loans", false);
    expect(made).not.toContain("admin-loans");
    expect(made).not.toContain("/api/");
    expect(made).not.toContain("Frame");
    expect(made).toContain("/assets-login.js");
  });

  it("shows the sign-in page as it will be, except to somebody who may be signed in or whose session has ended", () => {
    expect(pageOf("/login", false)).toContain('<div id="root"><p>Sign in</p></div>');
    expect(pageOf("/login?redirect=%2Fadmin", false)).toContain("<p>Sign in</p>");
    for (const [address, hasSession] of [
      ["/login", true],
      ["/login?expired", false],
      ["/register", false],
      ["/", true],
      ["/admin/loans", false],
    ] as const)
      expect(pageOf(address, hasSession), address).toContain('<div id="root"><p class="opening" role="status">Opening');
    expect(pageOf("/login", false)).toContain('<link rel="stylesheet" crossorigin href="/assets/form.css">');
  });

  it.each([
    ["/admin/users/fresh", "-admin-users-fresh.js"],
    ["/admin/users/0199", "-admin-users--id.js"],
    ["/register", "-register--source-.js"],
    ["/register/web", "-register--source-.js"],
    ["/nowhere/at/all", "--.js"],
    ["/", "-.js"],
  ])("finds the screen of %s", (address, file) => {
    expect(pageOf(address, true)).toContain(`href="/assets${file}"`);
  });
});
