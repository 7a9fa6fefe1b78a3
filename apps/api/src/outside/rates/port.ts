/** Exchange rates. */
export interface RatesPort {
  /** The newest published middle rate of the dollar. @throws ProviderRefused, OutcomeUnknown, NotReached */
  dollar(): Promise<PublishedRate>;
  /** The published middle rates of the last weeks, of each currency that we know. @throws ProviderRefused, OutcomeUnknown, NotReached */
  recent(): Promise<(PublishedRate & { currency: string })[]>;
}

export interface PublishedRate {
  /** Ten-thousandths of a naira for one dollar: whole, so that nothing is rounded before it is used. */
  mid_e4: bigint;
  /** The day that it is of, `yyyy-mm-dd`. */
  rated_on: string;
}
