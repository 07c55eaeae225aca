print("loophunt")
