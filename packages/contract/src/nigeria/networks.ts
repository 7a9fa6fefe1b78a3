/** Mobile networks by number range (agreed by two or more public lists). Numbers may be carried to another network, so it is a guess. */

export const networks = ["MTN", "Airtel", "Glo", "9mobile"] as const;
export type Network = (typeof networks)[number];

const prefixes: Record<Network, readonly string[]> = {
  MTN: [
    "07025",
    "07026",
    "0703",
    "0706",
    "0803",
    "0806",
    "0810",
    "0813",
    "0814",
    "0816",
    "0903",
    "0906",
    "0913",
    "0916",
  ],
  Airtel: ["0701", "0708", "0802", "0808", "0812", "0902", "0904", "0907", "0912"],
  Glo: ["0705", "0805", "0807", "0811", "0815", "0905"],
  "9mobile": ["0809", "0817", "0818", "0908", "0909"],
};

/**
 * The network to which a number range was given.
 * @param phone any spelling of a Nigerian mobile number
 * @returns undefined where public lists disagree
 */
export function networkOf(phone: string): Network | undefined {
  const digits = phone.replace(/\D/g, "");
  const local = digits.startsWith("234") ? `0${digits.slice(3)}` : digits;
  return networks.find((network) => prefixes[network].some((prefix) => local.startsWith(prefix)));
}
