import type { FieldEncryption } from "./db/field-encryption.ts";

/** Who acts: a person in a request, or the system in a job. A customer's name is not written down; it is read when it is shown. */
export interface Actor {
  user_id: string | null;
  name: string;
  network_address?: string;
  request_id?: string;
  /** As whom a colleague of the provider looks at the application. */
  viewed_id?: string | null;
  /** What seals personal values; without it they are left out. */
  encryption?: FieldEncryption;
}
