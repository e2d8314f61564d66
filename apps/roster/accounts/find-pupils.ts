import type { OwnPupil } from '../../../contract/endpoints/people/own-classes.ts'

/** 'never': those with an account who have never signed in. 'first': those who have not replaced their first password, also a lapsed one. */
export type Shown = 'all' | 'never' | 'first'

export function findPupils(all: readonly OwnPupil[], shown: Shown): readonly OwnPupil[] {
  switch (shown) {
    case 'all':
      return all
    case 'never':
      return all.filter(({ loginName, lastSignIn }) => loginName !== null && lastSignIn === null)
    case 'first':
      return all.filter(({ password }) => password === 'first' || password === 'lapsed')
  }
}
