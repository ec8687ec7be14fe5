import { compact } from './compact.ts'

/**
 * The sign-in page's script. It requests a passkey from the browser and sends the response with the
 * form.
 *
 * It reads all data from the form's attributes, so that its text and its hash in the content
 * security policy are constant. It must not contain `"`, `&` or `<`, because it is inserted into
 * the page without escaping.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-api
 */
export const passkeyScript: string = compact(`
'use strict';
(() => {
  const forms = document.querySelectorAll('form[data-passkey]');
  const api = window.PublicKeyCredential;
  const isSupported = typeof api === 'function';
  /* In milliseconds. A challenge expires after five minutes. */
  const SUGGESTION_LIFETIME = 4 * 60 * 1000;
  let suggestion = new AbortController();
  let renewal;

  for (const form of forms) {
    form.querySelector('[data-with-script]').hidden = false;
    form.querySelector('[data-without-script]').hidden = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      run(form);
    });
  }
  suggest();

  /* Runs the ceremony that the user requested. The browser supports one at a time. */
  async function run(form) {
    if (form.ariaBusy) return;
    cancelSuggestion();
    showMessage(form, '');
    if (!isSupported) return showMessage(form, form.dataset.unsupported);
    form.ariaBusy = 'true';
    try {
      const { action, options } = await requestOptions(form, form.dataset.action);
      const credential = action === 'register'
        ? await navigator.credentials.create({ publicKey: toCreate(options) })
        : await navigator.credentials.get({ publicKey: toRequest(options) });
      send(form, action, credential);
    } catch (error) {
      showMessage(form, form.dataset[findReason(error)]);
      suggest();
    }
    form.ariaBusy = null;
  }

  /* Lets the browser suggest passkeys in a form field, if it supports that. */
  async function suggest() {
    const form = document.querySelector('form[data-conditional]');
    if (!form) return;
    cancelSuggestion();
    const { signal } = suggestion;
    try {
      if (!isSupported) return;
      if (!(await api.isConditionalMediationAvailable?.())) return;
      const { action, options } = await requestOptions(form, 'authenticate', signal);
      renewal = setTimeout(suggest, SUGGESTION_LIFETIME);
      const publicKey = toRequest(options);
      send(form, action, await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }));
    } catch {}
  }

  function cancelSuggestion() {
    clearTimeout(renewal);
    suggestion.abort();
    suggestion = new AbortController();
  }

  /* Requests a challenge and its ceremony. A suggestion is for any user, so it sends no form fields. */
  async function requestOptions(form, action, signal) {
    const query = new URLSearchParams();
    for (const field of signal ? [] : findFields(form)) query.set(field.name, field.value);
    if (action) query.set('action', action);
    const url = form.dataset.passkey + '?' + query;
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal });
    if (response.ok) return response.json();
    throw new DOMException('', response.status === 400 ? 'refused' : 'failed');
  }

  /* The address can be in a form that other ways to sign in share. */
  function findFields(form) {
    const fields = [...document.querySelectorAll('[data-form-field]')];
    return fields.filter((field) => field.form === form || !('passkey' in field.form.dataset));
  }

  function send(form, action, credential) {
    setField(form, 'action', action);
    setField(form, 'data', toText(credential));
    HTMLFormElement.prototype.submit.call(form);
  }

  function toCreate(options) {
    return api.parseCreationOptionsFromJSON?.(options) ?? parse(options);
  }

  function toRequest(options) {
    return api.parseRequestOptionsFromJSON?.(options) ?? parse(options);
  }

  /* Converts options for browsers that do not. */
  function parse({ challenge, user, allowCredentials, excludeCredentials, ...rest }) {
    return {
      ...rest,
      challenge: decode(challenge),
      user: user ? withBytes(user) : undefined,
      allowCredentials: allowCredentials?.map(withBytes),
      excludeCredentials: excludeCredentials?.map(withBytes),
    };
  }

  function withBytes(item) {
    return { ...item, id: decode(item.id) };
  }

  /* Credentials of some password managers have no usable toJSON. */
  function toText(credential) {
    try {
      return JSON.stringify(credential.toJSON());
    } catch {}
    const { id, type, rawId, response } = credential;
    return JSON.stringify({
      id,
      type,
      rawId: encode(rawId),
      authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
      clientExtensionResults: credential.getClientExtensionResults(),
      response: {
        clientDataJSON: encode(response.clientDataJSON),
        attestationObject: encode(response.attestationObject),
        transports: response.getTransports?.(),
        authenticatorData: encode(response.authenticatorData),
        signature: encode(response.signature),
        userHandle: encode(response.userHandle),
      },
    });
  }

  /* Decodes and encodes base64url. */
  function decode(text) {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  }

  function encode(bytes) {
    if (!bytes) return undefined;
    const text = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  function setField(form, name, value) {
    const selector = 'input[type=hidden][name=' + name + ']';
    const field = form.querySelector(selector) ?? document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }

  function findReason({ name }) {
    if (name === 'NotAllowedError') return 'cancelled';
    if (name === 'InvalidStateError') return 'alreadyRegistered';
    return name === 'refused' ? 'refused' : 'failed';
  }

  function showMessage(form, text) {
    form.querySelector('[role=alert]').textContent = text;
  }
})();
`)
