// Checks no session: the hook does.
export const load = () => ({ secret: 'for members only' })

export const actions = {
  default: async () => ({ secret: 'for members only' }),
}
