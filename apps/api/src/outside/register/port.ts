/** The register of companies. */
export interface RegisterPort {
  /**
   * What it has under a registration number; undefined for one that it does not know.
   * @throws ProviderRefused, OutcomeUnknown, NotReached
   */
  find(rc_number: string): Promise<RegisteredCompany | undefined>;
}

export interface RegisteredCompany {
  name: string;
  is_active: boolean;
  address: string | null;
  /** `yyyy-mm-dd`. */
  registered_on: string | null;
  directors: string[];
}
