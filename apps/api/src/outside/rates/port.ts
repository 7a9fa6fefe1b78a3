/** Exchange rates. */
export interface RatesPort {
  /** The newest published middle rate of the dollar. @throws ProviderRefused, OutcomeUnknown, NotReached */
  dollar(): Promise<PublishedRate>;
}

export interface PublishedRate {
  /** Ten-thousandths of a naira for one dollar: whole, so that nothing is rounded before it is used. */
  mid_e4: bigint;
  /** The day that it is of, `yyyy-mm-dd`. */
  rated_on: string;
}
