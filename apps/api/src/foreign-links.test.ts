import { describe, expect, it } from "vitest";
import { foreignLinks } from "./foreign-links.ts";

const OWN = "https://manilla.example";

describe("links to other sites", () => {
  it.each([
    ["Pay here: https://evil.example/pay", ["https://evil.example/pay"]],
    ["See evil.ng/login now", ["evil.ng"]],
    ["See www.Evil.com.", ["www.Evil.com"]],
    ["See evil.Com", ["evil.Com"]],
    ["https://manilla.example@evil.com/x", ["https://manilla.example@evil.com/x"]],
    ["https://manilla.example.evil.com", ["https://manilla.example.evil.com"]],
    ["manilla.example@evil.com/x", ["evil.com"]],
    ["whatsapp://send?text=hello", ["whatsapp://send?text=hello"]],
    ["https://{{name}}/", ["https://{{name}}/"]],
    ["ev\u200Bil。com and http:\\\\evil.org", ["http:\\\\evil.org", "evil.com"]],
    ["https://mаnilla.example (with another letter a)", ["https://mаnilla.example"]],
    ["at 10.0.0.1 or xn--mnilla-3nf.example", ["10.0.0.1", "xn--mnilla-3nf.example"]],
  ])("are found in %s", (text, links) => {
    // What mail programs leave out of a link at its end does not matter here.
    expect(foreignLinks(text, OWN).map((link) => link.replace(/\.$/, ""))).toEqual(links);
  });

  it.each([
    "Dear Ada, ₦2,500.00 is due on 05.01.2026. Thank you.",
    "Sign in at https://manilla.example/login or MANILLA.EXAMPLE.",
    "Write to help@manilla.example or a.b@bank.ng, e.g. with payslip.pdf",
    "Send your last statement.Please also www.manilla.example, says Mr.Ade",
    "Call 0803 123 4567 between 9.30 and 17.00",
  ])("are not in %s", (text) => expect(foreignLinks(text, OWN)).toEqual([]));
});
