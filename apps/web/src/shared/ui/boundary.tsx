import { Component, type ReactNode } from "react";

/** Keeps the failure of one part of a page to itself: the rest stays usable. Shows `instead`, nothing by default. */
export class Boundary extends Component<{ instead?: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override render(): ReactNode {
    return this.state.hasFailed ? (this.props.instead ?? null) : this.props.children;
  }
}
