import './avatar.css'
import { useState } from 'react'
import boy from './avatars/boy.svg?raw'
import girl from './avatars/girl.svg?raw'
import neutral from './avatars/neutral.svg?raw'
import { Icon } from './Icon.tsx'

/** Of whom a picture is shown. */
export interface Portrait {
  /** The address of their picture; null when they have none. */
  readonly picture: string | null
  /** 1 boy, 2 girl, anything else neither. */
  readonly sex: number | null
}

/**
 * A person's picture in a circle; a drawn one where there is none, or where it cannot be had: then it is asked for again once `chance` is another. Their name
 * belongs to what holds it.
 */
export function Avatar({ picture, sex, size, chance }: Portrait & { size: number; chance: string }) {
  const [missing, setMissing] = useState({ picture: '', chance })
  const isMissing = missing.picture === picture && missing.chance === chance
  return (
    <span className="k-avatar" aria-hidden="true" style={{ width: size, height: size }}>
      {picture === null || isMissing ? (
        <Icon svg={sex === 1 ? boy : sex === 2 ? girl : neutral} size={size} />
      ) : (
        <img src={picture} alt="" width={size} height={size} onError={() => setMissing({ picture, chance })} />
      )}
    </span>
  )
}
