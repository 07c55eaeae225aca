// Swift Testing says of itself that this module is to be imported wherever Testing and a module UIKit are.
// On Linux there is nothing to add.
