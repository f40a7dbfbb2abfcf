import { minifySync } from 'rolldown/experimental';
import type { Plugin } from 'vite';

const CHANGED = 'React is built differently: look again which of its fields nobody else reads';

const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\/cjs\/[\w.-]+\.production\.js$/;
const RENDERER = /\/react-dom-client\.production\.js$/;

/**
 * Fields of the renderer's own records (its tree of what is drawn, the queues and lanes of changes, suspended work), as the
 * pinned version names them. None is handed to components, to the browser or to another file of React.
 */
const OWN_FIELDS = [
  // What is drawn.
  ...['alternate', 'childLanes', 'deletions', 'dependencies', 'elementType', 'firstContext', 'lanes', 'memoizedProps'],
  ...['memoizedState', 'memoizedValue', 'pendingProps', 'refCleanup', 'sibling', 'stateNode', 'subtreeFlags'],
  // Changes that wait.
  ...['baseLanes', 'baseQueue', 'baseState', 'callbacks', 'eagerState', 'firstBaseUpdate', 'hasEagerState'],
  ...['hiddenCallbacks', 'lastBaseUpdate', 'lastEffect', 'lastRenderedReducer', 'lastRenderedState', 'revertLane'],
  ...['shared', 'updateQueue'],
  // A root and its lanes.
  ...['callbackNode', 'callbackPriority', 'cancelPendingCommit', 'entangledLanes', 'entanglements', 'expirationTimes'],
  ...['errorRecoveryDisabledLanes', 'expiredLanes', 'hiddenUpdates', 'incompleteTransitions', 'pendingContext'],
  ...['pendingLanes', 'pingedLanes', 'pooledCache', 'pooledCacheLanes', 'shellSuspendCounter', 'suspendedLanes'],
  ...['timeoutHandle', 'warmLanes'],
  // What is suspended or not yet taken over.
  ...['blockedOn', 'cachePool', 'dehydrated', 'hydrationErrors', 'isBackwards', 'isDehydrated', 'refCount'],
  ...['rendering', 'renderingStartTime', 'retryLane', 'retryQueue', 'tailMode', 'treeContext', '_fragmentFiber'],
  ...['_retryCache', '_transitions', '_visibility'],
];
const NAMES = OWN_FIELDS.join('|');

/**
 * Shortens the names of the renderer's own fields, which are written some thousand times in the first file: no minifier may
 * shorten a field by itself. Everything else of React stays as it is. Fails where one of them is no longer the renderer's
 * alone.
 */
export function slimReact(): Plugin {
  return {
    name: 'huimin:slim-react',
    apply: 'build',
    transform: {
      filter: { id: REACT },
      handler(code, id) {
        const found = new Set(code.match(new RegExp(`(?<![\\w$])(?:${NAMES})(?![\\w$])`, 'g')));
        if (!RENDERER.test(id)) {
          if (found.size > 0) this.error(`${CHANGED} (${[...found].join()} in ${id})`);
          return null;
        }
        const gone = OWN_FIELDS.filter((name) => !found.has(name));
        const quoted = code.match(new RegExp(`["'](?:${NAMES})["']`));
        if (gone.length > 0 || quoted) this.error(`${CHANGED} (${[...gone, quoted?.[0]].join()})`);
        const { code: shortened, errors } = minifySync(id, code, {
          ...{ compress: false, mangle: false, codegen: { removeWhitespace: false } },
          mangleProps: { include: new RegExp(`^(?:${NAMES})$`) },
        });
        if (errors.length > 0) this.error(`${CHANGED}: ${errors[0]?.message}`);
        return { code: shortened, map: null };
      },
    },
  };
}
