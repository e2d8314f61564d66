import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core'
import type { Direction, Point } from './find-slot.ts'

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface KeySensorOptions {
  /** Whether keys lift icons; otherwise they open them. */
  lifts(): boolean
  step(direction: Direction): void
  /** Gets a function that moves the picture by an offset from where it was lifted. */
  onLift(follow: (offset: Point) => void): void
}

/** Moves icons by keys from slot to slot; dnd-kit's own sensor moves by pixels. Space or Enter lifts and drops, Escape cancels. */
export class KeySensor implements SensorInstance {
  readonly autoScrollEnabled = false
  private readonly props: SensorProps<KeySensorOptions>
  private readonly listening = new AbortController()

  constructor(props: SensorProps<KeySensorOptions>) {
    this.props = props
    const { signal } = this.listening
    // In the capturing phase, which the press that lifted the icon has passed already.
    document.addEventListener('keydown', (event) => this.press(event), { capture: true, signal })
    window.addEventListener('resize', () => this.end('onCancel'), { signal })
    document.addEventListener('visibilitychange', () => this.end('onCancel'), { signal })
    props.onStart({ x: 0, y: 0 })
    props.options.onLift((offset) => props.onMove({ ...offset }))
  }

  static readonly activators: Activators<KeySensorOptions> = [
    {
      eventName: 'onKeyDown',
      handler(event: { nativeEvent: KeyboardEvent }, options) {
        const { key, repeat, altKey, ctrlKey, metaKey } = event.nativeEvent
        if (!options.lifts() || repeat || altKey || ctrlKey || metaKey || (key !== ' ' && key !== 'Enter')) return false
        event.nativeEvent.preventDefault()
        return true
      },
    },
  ]

  private press(event: KeyboardEvent): void {
    const direction = DIRECTIONS[event.key]
    if (direction) this.props.options.step(direction)
    else if (event.key === ' ' || event.key === 'Enter' || event.key === 'Tab') this.end('onEnd')
    else if (event.key === 'Escape') this.end('onCancel')
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  private end(how: 'onEnd' | 'onCancel'): void {
    this.listening.abort()
    this.props[how]()
  }
}
