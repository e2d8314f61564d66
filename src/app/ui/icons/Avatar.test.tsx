import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Avatar } from './Avatar.tsx'

it('is a boy for 1, a girl for 2, and neither for anything else; a picture comes first', () => {
  const drawn = (sex: number | null, picture: string | null = null) =>
    renderToStaticMarkup(<Avatar sex={sex} picture={picture} size={32} chance="" />)
  const [boy, girl, neutral] = [1, 2, null].map((sex) => drawn(sex))
  expect(new Set([boy, girl, neutral]).size).toBe(3)
  expect([drawn(0), drawn(3)]).toEqual([neutral, neutral])
  expect(drawn(1, '/face.png')).toContain('src="/face.png"')
})
