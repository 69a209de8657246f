import { Component } from 'react';
import type { ReactNode } from 'react';

interface MessageBoundaryProps {
  children: ReactNode;
}

/** A message that cannot be rendered must not break the others. */
export class MessageBoundary extends Component<MessageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <p className="px-4 pt-3 text-center text-13 text-muted italic">This message cannot be shown</p>;
  }
}
