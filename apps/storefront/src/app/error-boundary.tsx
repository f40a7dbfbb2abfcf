import { Component, type ReactNode } from 'react';
import { FullState } from './full-state.tsx';

interface Props {
  children: ReactNode;
  onError?: () => void;
}

/** A screen that breaks leaves a plain page with a way on, never a white one. */
export class ScreenBoundary extends Component<Props, { broken: boolean }> {
  declare state: { broken: boolean };

  constructor(props: Props) {
    super(props);
    this.state = { broken: false };
  }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(): void {
    this.props.onError?.();
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <FullState
        art="busy"
        title="页面出了点问题"
        lead="重新加载后再试。如果刚付过款，先去订单里看结果，不要重复付"
        action="重新加载"
        onAction={() => location.reload()}
      />
    );
  }
}
