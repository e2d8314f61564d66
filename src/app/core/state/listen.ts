/** Calls `listener` for a target's events until `signal` aborts. */
export function listen<Type extends keyof GlobalEventHandlersEventMap>(
  signal: AbortSignal,
  target: GlobalEventHandlers,
  type: Type,
  listener: (event: GlobalEventHandlersEventMap[Type]) => void,
): void {
  target.addEventListener(type, listener, { signal })
}
