import { useState, type ReactNode, type SubmitEvent } from 'react'
import { createRoot } from 'react-dom/client'

/** Set by the build: the same page with a service worker and without. */
declare const WITH_SERVICE_WORKER: boolean

interface Home {
  name: string
  apps: string[]
}

/** The least that a page with React can do: a form, one call, a list. */
function ReactOnly(): ReactNode {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [home, setHome] = useState<Home | null>(null)

  async function signIn(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    const body = JSON.stringify({ username, password })
    const response = await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    // The lab's own mock answers: checking it would weigh on a page that is the floor.
    setHome(await response.json())
  }

  if (home) {
    return (
      <main>
        <h1>Hello {home.name}</h1>
        <ul>
          {home.apps.map((app) => (
            <li key={app}>
              <a href={`#${app}`} data-app-code={app}>
                {app}
              </a>
            </li>
          ))}
        </ul>
      </main>
    )
  }
  return (
    <main>
      <h1>School portal</h1>
      <form onSubmit={(event) => void signIn(event)}>
        <label>
          User
          <input
            name="username"
            autoComplete="username"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <button type="submit" disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<ReactOnly />)
if (WITH_SERVICE_WORKER) void navigator.serviceWorker.register('/service-worker.js')
