import { json } from '@sveltejs/kit'
import { recorder } from '$lib/recorder'

export const POST = () => json(recorder.take())
