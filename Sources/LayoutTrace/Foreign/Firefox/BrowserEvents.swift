/// The types of the events that browsers send.
///
/// Only scripts send others, and such an event is no task.
enum BrowserEvents {
  /// True if a browser sends events of a type.
  static func contain(_ type: String) -> Bool {
    types.contains(type) || prefixes.contains(where: type.hasPrefix)
  }

  private static let prefixes = ["DOM", "Moz", "moz", "SVG", "XUL", "webkit"]

  private static let types = Set(
    """
    abort activate addtrack afterprint animationcancel animationend animationiteration animationstart
    appinstalled audioprocess auxclick beforecopy beforecut beforeinput beforeinstallprompt beforematch
    beforepaste beforeprint beforetoggle beforeunload blocked blur boundary bufferedamountlow cancel
    canplay canplaythrough change chargingchange click close closing command complete compositionend
    compositionstart compositionupdate connect connecting connectionstatechange contentvisibilityautostatechange
    contextlost contextmenu contextrestored controllerchange copy cuechange currententrychange cut
    dataavailable datachannel dblclick deactivate devicechange devicemotion deviceorientation
    deviceorientationabsolute dispose drag dragend dragenter dragexit dragleave dragover dragstart drop
    durationchange emptied encrypted end ended enter enterpictureinpicture error exit fetch finish focus
    focusin focusout formdata freeze fullscreenchange fullscreenerror gamepadconnected gamepaddisconnected
    gatheringstatechange gotpointercapture hashchange icecandidate icecandidateerror
    iceconnectionstatechange icegatheringstatechange input install invalid keydown keypress keystatuseschange
    keyup languagechange leavepictureinpicture levelchange load loadeddata loadedmetadata loadend loading
    loadingdone loadingerror loadstart lostpointercapture mark message messageerror midimessage mousedown
    mouseenter mouseleave mousemove mouseout mouseover mouseup mute navigate navigateerror navigatesuccess
    negotiationneeded notificationclick notificationclose nomatch offline online open orientationchange
    overflow pagehide pagereveal pageshow pageswap paste pause play playing pointercancel pointerdown
    pointerenter pointerleave pointerlockchange pointerlockerror pointermove pointerout pointerover
    pointerrawupdate pointerup popstate processorerror progress push ratechange readystatechange
    rejectionhandled release remove removestream removetrack reset resize resourcetimingbufferfull result
    resume scroll scrollend scrollsnapchange scrollsnapchanging search securitypolicyviolation seeked
    seeking select selectionchange selectstart show signalingstatechange slotchange sourceclose sourceended
    sourceopen speechend speechstart stalled start statechange stop storage submit success suspend sync
    textInput timeout timeupdate toggle tonechange touchcancel touchend touchmove touchstart track
    transitioncancel transitionend transitionrun transitionstart uncapturederror underflow
    unhandledrejection unload unmute update updateend updatefound updatestart upgradeneeded versionchange
    visibilitychange voiceschanged volumechange waiting waitingforkey wheel write writeend writestart
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
