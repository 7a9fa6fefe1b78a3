/** Where the sealed bytes of documents lie. Names are made here (48 hexadecimal digits); what is stored is encrypted before it comes. */
export interface StoragePort {
  /** Writes whole or not at all. */
  write(name: string, sealed: Buffer): Promise<void>;
  /** @throws Error when there is nothing under this name */
  read(name: string): Promise<Buffer>;
  /** Nothing under this name is no error. */
  remove(name: string): Promise<void>;
}
