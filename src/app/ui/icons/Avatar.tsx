import './avatar.css'
import { useState } from 'react'
import Boy from './avatars/boy.svg?react'
import Girl from './avatars/girl.svg?react'
import Neutral from './avatars/neutral.svg?react'
import { Icon } from './Icon.tsx'

export interface Portrait {
  /** The picture's address; null without one. */
  readonly picture: string | null
  /** 1 boy, 2 girl, anything else neither. */
  readonly sex: number | null
}

/**
 * A person's picture in a circle; a drawn one without a picture or if it cannot be loaded, which is tried again when `chance` changes. The name
 * belongs to the container.
 */
export function Avatar({ picture, sex, size, chance }: Portrait & { size: number; chance: string }) {
  const [missing, setMissing] = useState({ picture: '', chance })
  const isMissing = missing.picture === picture && missing.chance === chance
  return (
    <span className="k-avatar" aria-hidden="true" style={{ width: size, height: size }}>
      {picture === null || isMissing ? (
        <Icon svg={sex === 1 ? Boy : sex === 2 ? Girl : Neutral} size={size} />
      ) : (
        <img src={picture} alt="" width={size} height={size} onError={() => setMissing({ picture, chance })} />
      )}
    </span>
  )
}
