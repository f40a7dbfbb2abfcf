import type { RecordingViewValue } from '@huimin/contract/console';
import type { RecordedEvent } from '@huimin/evidence/events';
import type { PlayedAsset } from '@huimin/evidence/replay';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import type { FromPlayer, ToPlayer } from '../../player/messages.ts';
import { loadFiles } from './load-files.ts';

export interface PlayerState {
  /** Where it stands, by the phone's clock. */
  readonly at: number;
  readonly playing: boolean;
  /** The first picture is there. */
  readonly shown: boolean;
  /** Everything is there. */
  readonly complete: boolean;
  readonly problem: string | null;
  /** Something did not come over the line, and may when it is asked for again. */
  readonly isBroken: boolean;
}

export interface Player {
  readonly state: PlayerState;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  play(): void;
  pause(): void;
  seek(at: number): void;
  /** Reads all of it again. */
  retry(): void;
}

interface Given {
  readonly recording: Pick<RecordingViewValue, 'trace' | 'beginsAt' | 'endsAt'>;
  /** One page life alone, where several were open at once. */
  readonly tab: string | undefined;
  readonly unmasked: boolean;
  readonly speed: number;
  readonly skipIdle: boolean;
}

/** The player in its frame: begins with the first events, and gets the rest while it plays. */
export function usePlayer({ recording, tab, unmasked, speed, skipIdle }: Given): Player {
  const { trace, beginsAt, endsAt } = recording;
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [whenReady] = useState(promiseToKeep);
  const nothing: PlayerState = {
    ...{ at: beginsAt, playing: false, shown: false, complete: false },
    ...{ problem: null, isBroken: false },
  };
  const [state, setState] = useState(nothing);
  const [round, setRound] = useState(0);
  /** The course that is shown, and where it stands. */
  const shownOf = useRef({ trace, tab, at: beginsAt });
  shownOf.current.at = state.at;
  const change = (changes: Partial<PlayerState>) => setState((former) => ({ ...former, ...changes }));
  const say = (message: ToPlayer) => frame.current?.contentWindow?.postMessage(message, location.origin);

  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<FromPlayer>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data.say === 'ready') {
        setReady(true);
        whenReady.keep();
      }
      if (data.say === 'shown') setState((former) => ({ ...former, shown: true }));
      if (data.say === 'time') setState((former) => (former.playing ? { ...former, at: data.at } : former));
      if (data.say === 'ended') setState((former) => ({ ...former, playing: false }));
      if (data.say === 'failed') setState((former) => ({ ...former, problem: '这一段的画面还原不了' }));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [whenReady]);

  // The first events are asked for while the frame's own page still comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is played is these, a round more reads it again; `say` only reaches the frame
  useEffect(() => {
    const abort = new AbortController();
    // Seeing the same course in other words, nobody loses their place.
    const isSame = shownOf.current.trace === trace && shownOf.current.tab === tab;
    shownOf.current = { trace, tab, at: isSame ? shownOf.current.at : beginsAt };
    setState({ ...nothing, at: shownOf.current.at });
    const files = new Map<string, PlayedAsset>();
    const load = async () => {
      for (let from: number | null = 0; from !== null && !abort.signal.aborted; ) {
        const page: { events: unknown[]; assets: string[]; next: number | null } = await call(
          'readRecordingEvents',
          { trace, from, ...(tab === undefined ? {} : { tab }), ...(unmasked ? { unmasked } : {}) },
          abort.signal,
        );
        const assets = await loadFiles(page.assets, files, abort.signal);
        await whenReady.kept;
        if (abort.signal.aborted) return;
        const events = page.events as RecordedEvent[];
        say(from === 0 ? { say: 'begin', at: shownOf.current.at, events, assets } : { say: 'add', events, assets });
        from = page.next;
      }
      change({ complete: true });
    };
    load().catch((problem) => {
      if (!abort.signal.aborted) change({ problem: sentenceOf(problem), isBroken: true });
    });
    return () => {
      abort.abort();
      // Nothing that was seen unmasked stays in the frame until the rest has come.
      if (unmasked) say({ say: 'begin', at: shownOf.current.at, events: [], assets: [] });
    };
  }, [trace, tab, unmasked, round]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `say` only reaches the frame
  useEffect(() => {
    if (ready) say({ say: 'pace', speed, skipIdle });
  }, [ready, speed, skipIdle]);

  const seek = (at: number) => {
    const to = Math.min(endsAt, Math.max(beginsAt, at));
    change({ at: to });
    say({ say: state.playing ? 'play' : 'pause', at: to });
  };
  return {
    state,
    frame,
    seek,
    play() {
      const at = state.at >= endsAt ? beginsAt : state.at;
      change({ playing: true, at });
      say({ say: 'play', at });
    },
    pause() {
      change({ playing: false });
      say({ say: 'pause', at: state.at });
    },
    retry: () => setRound((former) => former + 1),
  };
}

/** Something that will be so, and who says that it is. */
function promiseToKeep(): { readonly kept: Promise<void>; keep(): void } {
  let keep = (): void => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { kept, keep: () => keep() };
}
